-- A period that is paid for after a gap begins at its payment, and so the beginning of the period before it was lost: a stay that
-- had begun under that one was charged as a whole. When a pass was valid before a gap is kept beside its present period.
alter table subscribers add column past_periods tstzmultirange not null default '{}';

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
    past_periods = case when is_gap and s.anchor_at < s.expires_at
      then past_periods + tstzmultirange(tstzrange(s.anchor_at, s.expires_at)) else past_periods end,
    expires_at = ends, renewal_at = case when auto_renew then ends - renewal_lead(period) end, retries = 0, retry_at = null,
    ended_at = null, updated_at = at_time, version = version + 1
  where id = granted;
end $$;
