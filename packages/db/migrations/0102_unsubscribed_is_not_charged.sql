-- Who unsubscribes is not charged any more (spec, section 4), but a renewal that had failed was retried, and one that waited at the
-- provider added its period when it went through. `auto_renew` off with an end of access says that nothing is renewed: nothing is
-- retried then, and what is paid all the same is paid back. Only the charge of the first period has no end yet.
create or replace function grant_period(granted uuid, at_time timestamptz) returns void language plpgsql as $$
declare
  s subscribers;
  zone text;
  is_full boolean;
  is_stopped boolean;
  is_gap boolean;
  begins timestamptz;
  number int;
  ends timestamptz;
begin
  select * into s from subscribers where id = granted for update;
  if s.paid_cycle >= s.cycle then return; end if;
  -- Holds the row: the last place is given to one of two who pay at once.
  select time_zone, places_taken >= max_capacity into zone, is_full from subscriptions where id = s.subscription_id for update;
  is_stopped := not s.auto_renew and s.expires_at is not null;
  if s.status = 'cancelled' or is_stopped or (not s.holds_place and (is_full
      or exists (select 1 from subscribers o where o.subscription_id = s.subscription_id and o.user_id = s.user_id and o.holds_place))) then
    update subscribers set paid_cycle = cycle, is_refund_due = payment_id is not null, retry_at = null, renewal_at = null,
      status = case when status = 'cancelled' then status
        when is_stopped then case when expires_at > at_time then 'paid_ok' else status end
        else 'not_available' end, updated_at = at_time, version = version + 1
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

create or replace function follow_subscription_payment() returns trigger language plpgsql as $$
declare
  s subscribers;
  is_valid boolean;
  is_stopped boolean;
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
  is_stopped := not s.auto_renew and s.expires_at is not null;
  if new.state = 'failed' and is_stopped then
    update subscribers set status = case when is_valid then 'paid_ok' else status end, retry_at = null, updated_at = new.updated_at,
      version = version + 1
    where id = s.id;
  elsif new.state = 'failed' and s.retries < 3 then
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

update subscribers set retry_at = null, version = version + 1 where retry_at is not null and not auto_renew and expires_at is not null;
