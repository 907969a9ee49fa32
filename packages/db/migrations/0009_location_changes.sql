-- Locations are made, changed, launched and told of by people.

-- Where it will stand is not known of everything that is in house. A launch asks for it.
alter table locations
  alter column latitude drop not null,
  alter column longitude drop not null,
  add constraint place_is_whole check ((latitude is null) = (longitude is null)),
  -- For staff and partners at the place; never shown to app users.
  add column restricted_description text not null default '';

-- Spec 3 and values (formats): a location code is unique for ever. Codes of deleted and renamed locations stay here, whoever
-- wrote them: the code is on stickers, invoices and in people's heads.
create table location_codes (
  code char(6) primary key,
  -- No foreign key: the location may be gone.
  location_id uuid not null
);
insert into location_codes (code, location_id) select code, id from locations;
create function keep_location_code() returns trigger language plpgsql as $$
begin
  insert into location_codes (code, location_id) values (new.code, new.id) on conflict (code) do nothing;
  if not exists (select 1 from location_codes where code = new.code and location_id = new.id) then
    raise exception 'location code % was used by another location', new.code using errcode = 'unique_violation', constraint = 'location_code_is_unique_for_ever';
  end if;
  return new;
end
$$;
create trigger location_code_is_kept after insert or update of code on locations for each row execute function keep_location_code();

-- Spec 3: a maintenance message shown to app users. Set, scheduled and cleared; which one is current is asked when read.
create table maintenance_messages (
  id uuid primary key,
  location_id uuid not null references locations (id),
  text text not null constraint maintenance_message_bounds check (char_length(text) between 1 and 500),
  starts_at timestamptz(3) not null,
  -- Null: until it is cleared.
  ends_at timestamptz(3),
  -- Null: the system, or from before it was kept.
  created_by uuid references console_users (id),
  created_at timestamptz(3) not null,
  constraint maintenance_message_ends_after_start check (ends_at is null or ends_at >= starts_at)
);
create index maintenance_messages_of_location on maintenance_messages (location_id, starts_at desc, id desc);
insert into maintenance_messages (id, location_id, text, starts_at, created_at)
select gen_random_uuid(), id, left(maintenance_message, 500), updated_at, updated_at from locations where maintenance_message <> '';
alter table locations drop column maintenance_message;
