-- Riders get a page: what the app reports of itself, and the end of a person's data.
update users set disabled_reason = 'Not recorded' where disabled_at is not null and disabled_reason is null;
update users set disabled_reason = null where disabled_at is null;
alter table users
  -- The region of the service that the person chose in the app, as a region tag; empty where the app did not say.
  add column region text not null default '',
  add column app_version text,
  add column app_platform text constraint app_platform check (app_platform in ('ios', 'android', 'web')),
  -- The row stays for sessions and payments, without anything that names the person.
  add column deleted_at timestamptz(3),
  add column version int not null default 1,
  add constraint user_disabled_has_reason check ((disabled_at is null) = (disabled_reason is null)),
  add constraint deleted_user_names_nobody check (
    deleted_at is null or (name = 'Deleted user' and phone is null and email is null and pin is null and app_version is null and app_platform is null)
  );
