-- Search: what people type, looked up by its shape or by three letters anywhere in a name (data model, section 7).

-- Riders by parts of their name alone: their phone and email find them only whole. Staff by parts of a name, email or position.
-- Riders are written once and changed seldom; without the index a word reads every row.
alter table users add column search text not null generated always as (lower(name)) stored;
create index users_by_letters on users using gin (search gin_trgm_ops);
alter table console_users add column search text not null generated always as (lower(name || ' ' || email || ' ' || position)) stored;
create index console_users_by_letters on console_users using gin (search gin_trgm_ops);
alter table locations add column search text not null generated always as (lower(code || ' ' || label || ' ' || address || ' ' || city || ' ' || district)) stored;
create index locations_by_letters on locations using gin (search gin_trgm_ops);
-- Organizations (hundreds) and points of interest (thousands) are read whole: that takes less than keeping an index.

-- Shapes: a whole phone, email or PIN goes to its btree. Cards have one (access_key_is_unique).
create index users_by_phone on users (phone) where phone is not null;
create index users_by_email on users (lower(email)) where email is not null;
create index users_by_pin on users (pin) where pin is not null;
-- Few devices have an alias; it is also a deep link.
create index devices_by_alias on devices (lower(alias)) where alias <> '';
