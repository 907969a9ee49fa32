-- Who wrote feedback down for a rider; null where the app sent it.
alter table feedback add column recorded_by uuid references console_users (id) on delete set null;
