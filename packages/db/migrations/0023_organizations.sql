-- The people of an organization are listed on its page.
create index console_users_of_organization on console_users (organization_id) where organization_id is not null;

-- Other organizations read these fields: their bounds are those of the form.
alter table organizations
  add constraint organization_name_bounds check (char_length(name) between 2 and 100) not valid,
  add constraint organization_comment_bound check (char_length(comment) <= 2000) not valid,
  add column updated_at timestamptz(3);
update organizations set updated_at = created_at;
alter table organizations alter column updated_at set not null;
alter table organizations alter column updated_at set default now();
