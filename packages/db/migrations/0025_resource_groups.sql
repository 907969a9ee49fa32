-- A group's name and description can be edited, so an edit names the version that was read.
alter table resource_groups add column version int not null default 1;

-- When a person added the member, and who; null where it belongs to the group by itself, or since before this was kept.
alter table resource_group_members
  add column added_at timestamptz(3),
  add column added_by uuid references console_users (id);
