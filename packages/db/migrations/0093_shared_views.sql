-- A view is shared with the people of one organization: that of the person who made it, at the time of sharing.
alter table saved_views add column organization_id uuid references organizations (id) on delete set null;
create index saved_views_of_organization on saved_views (organization_id, id) where organization_id is not null;
