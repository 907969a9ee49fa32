-- What a subscriber may do follows from the payment, whoever writes the payment: the provider that answers late, support that
-- retries, a webhook. One rule in the database, in the transaction of the answer, cannot be missed by any of them.
create function pass_end(anchor timestamptz, period text, periods int, time_zone text) returns timestamptz
language sql stable as $$
  select ((anchor at time zone time_zone)
    + periods * case period when 'daily' then interval '1 day' when 'weekly' then interval '7 days' else interval '1 month' end)
    at time zone time_zone
$$;

-- How long before its end a period is charged. Three retries with growing pauses fit into seven eighths of it.
create function renewal_lead(period text) returns interval language sql immutable as $$
  select case period when 'daily' then interval '2 hours' when 'weekly' then interval '1 day' else interval '3 days' end
$$;
create function retry_pause(period text, retries int) returns interval language sql immutable as $$
  select renewal_lead(period) / 8 * (2 ^ retries)
$$;

create function note_locks_of_subscription(changed uuid) returns void language sql as $$
  insert into allowlist_changes (hardware_id)
  select distinct d.hardware_id from subscription_targets t join devices d on d.location_id = t.location_id or d.id = t.device_id
  where t.subscription_id = changed and d.hardware_id is not null and d.type in ('dock', 'locker', 'rental_dock', 'door')
$$;

-- Adds the period of the last charge: once, and only where there is a place.
create function grant_period(granted uuid, at_time timestamptz) returns void language plpgsql as $$
declare
  s subscribers;
  zone text;
  is_full boolean;
  is_gap boolean;
  begins timestamptz;
  number int;
  ends timestamptz;
begin
  select * into s from subscribers where id = granted for update;
  if s.paid_cycle >= s.cycle then return; end if;
  -- Holds the row: the last place is given to one of two who pay at once.
  select time_zone, places_taken >= max_capacity into zone, is_full from subscriptions where id = s.subscription_id for update;
  if s.status = 'cancelled' or (not s.holds_place and (is_full
      or exists (select 1 from subscribers o where o.subscription_id = s.subscription_id and o.user_id = s.user_id and o.holds_place))) then
    update subscribers set paid_cycle = cycle, is_refund_due = payment_id is not null, retry_at = null, renewal_at = null,
      status = case status when 'cancelled' then status else 'not_available' end, updated_at = at_time, version = version + 1
    where id = granted;
    return;
  end if;
  is_gap := s.expires_at is null or s.expires_at <= at_time;
  begins := case when is_gap then at_time else s.anchor_at end;
  number := case when is_gap then 1 else s.periods + 1 end;
  ends := pass_end(begins, s.period, number, zone);
  update subscribers set paid_cycle = cycle, status = 'paid_ok', holds_place = true, anchor_at = begins, periods = number,
    expires_at = ends, renewal_at = case when auto_renew then ends - renewal_lead(period) end, retries = 0, retry_at = null,
    ended_at = null, updated_at = at_time, version = version + 1
  where id = granted;
end $$;

create function follow_subscription_payment() returns trigger language plpgsql as $$
declare
  s subscribers;
  is_valid boolean;
begin
  select * into s from subscribers where payment_id = new.id for update;
  if not found then return null; end if;
  if new.state in ('paid', 'approved') then
    -- Paid although it was cancelled: the payments pay it back.
    if old.state = 'cancelled' then return null; end if;
    perform grant_period(s.id, new.updated_at);
    return null;
  end if;
  if s.paid_cycle >= s.cycle or s.status in ('cancelled', 'expired', 'not_available') then return null; end if;
  is_valid := s.expires_at is not null and s.expires_at > new.updated_at;
  if new.state = 'failed' and s.retries < 3 then
    update subscribers set retry_at = new.updated_at + retry_pause(period, retries), updated_at = new.updated_at, version = version + 1,
      status = case when is_valid then 'paid_ok' else 'pending' end
    where id = s.id;
  elsif new.state = 'failed' then
    update subscribers set status = 'payment_failed', holds_place = is_valid, retry_at = null, renewal_at = null,
      ended_at = case when is_valid then null else new.updated_at end, updated_at = new.updated_at, version = version + 1
    where id = s.id;
  elsif new.state = 'needs_approval' then
    update subscribers set status = 'payment_needs_approval', retry_at = null, updated_at = new.updated_at, version = version + 1
    where id = s.id;
  elsif new.state = 'cancelled' then
    update subscribers set status = case when is_valid then 'paid_ok' else 'cancelled' end, holds_place = is_valid,
      auto_renew = false, renewal_at = null, retry_at = null, ended_at = case when is_valid then null else new.updated_at end,
      updated_at = new.updated_at, version = version + 1
    where id = s.id;
  end if;
  return null;
end $$;
create trigger subscriber_follows_the_payment after update of state on payments for each row
  when (new.type = 'subscription' and old.state is distinct from new.state) execute function follow_subscription_payment();
