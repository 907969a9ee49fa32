-- Figures by place and local day, so that a dashboard of a year does not read a year of rows (data model, section 6). They are
-- derived: jobs keep them equal to the rows that they come from, and `npm run rollups` makes all of them again.
--
-- `scope_id` is a location, a rental fleet (rentals and their payments) or, all zeroes, everything. `grain` is day or month; `period`
-- is the day, or the first day of the month, on the calendar of the place itself. A level is the sum of the level below it.

-- Sessions count on the day on which they began. Bookings that never began are `cancelled` and count nowhere else.
create table session_figures (
  scope_id uuid not null,
  kind text not null constraint session_figure_kind check (kind in ('parking', 'rental')),
  grain text not null constraint session_figure_grain check (grain in ('day', 'month')),
  period date not null,
  -- XXX: nothing was charged in any currency.
  currency text not null,
  sessions bigint not null,
  -- Of `sessions`: those that ended, so that `seconds` has its denominator, and those that were ended by force.
  ended bigint not null,
  forced bigint not null,
  cancelled bigint not null,
  seconds bigint not null,
  fee_minor bigint not null,
  distance_m bigint not null,
  ratings bigint not null,
  rating_sum bigint not null,
  primary key (scope_id, kind, grain, period, currency)
);
create index session_figures_by_period on session_figures (kind, grain, period);

-- Distinct people do not add up: a week is not the sum of its days, two places are not the sum of both. Each level is counted from
-- the sessions themselves, and a choice of places that is no level is counted when it is asked for.
create table people_figures (
  scope_id uuid not null,
  kind text not null constraint people_figure_kind check (kind in ('parking', 'rental')),
  grain text not null constraint people_figure_grain check (grain in ('day', 'month')),
  period date not null,
  people bigint not null,
  primary key (scope_id, kind, grain, period)
);

-- How full a location was. A session counts on each day and in each hour that it touches, cut at midnight and at the hour.
create table usage_figures (
  scope_id uuid not null,
  grain text not null constraint usage_figure_grain check (grain in ('day', 'month')),
  period date not null,
  occupied_s bigint not null,
  -- Of the sessions that began on that day and have ended; null on the other levels, because medians do not add up.
  median_s bigint,
  -- 24 numbers each, by the hour on the clock of the place: sessions that began, and seconds in which a dock was taken.
  starts_by_hour bigint[] not null,
  occupied_s_by_hour bigint[] not null,
  -- A day in progress is counted until here.
  counted_until timestamptz(3),
  primary key (scope_id, grain, period)
);
create index usage_figures_by_period on usage_figures (grain, period);

-- Sessions that began more than a day before the one that is counted and may still touch it: the others are found by their start.
create index parking_sessions_long_or_open on parking_sessions (location_id, started_at)
  where status <> 'ended' or ended_at - started_at > interval '24 hours';

-- Money that moved, on the day on which it moved: a refund counts on its own day, not on that of the payment.
create table revenue_figures (
  scope_id uuid not null,
  grain text not null constraint revenue_figure_grain check (grain in ('day', 'month')),
  period date not null,
  currency text not null,
  payments bigint not null,
  captured_minor bigint not null,
  refunds bigint not null,
  refunded_minor bigint not null,
  primary key (scope_id, grain, period, currency)
);
create index revenue_figures_by_period on revenue_figures (grain, period);
create index payment_entries_of_money on payment_entries (at) include (payment_id, kind, amount_minor)
  where kind in ('paid', 'approved', 'refunded');

-- While a location was launched, each second is online, partly online or offline; while it was in maintenance it is none of them.
create table uptime_figures (
  scope_id uuid not null,
  grain text not null constraint uptime_figure_grain check (grain in ('day', 'month')),
  period date not null,
  online_s bigint not null,
  partly_s bigint not null,
  offline_s bigint not null,
  maintenance_s bigint not null,
  -- Outages that began in service and are no part of a larger one; of these, on the day of their end, those that recovered.
  incidents bigint not null,
  recovered bigint not null,
  repair_s bigint not null,
  counted_until timestamptz(3),
  primary key (scope_id, grain, period)
);
create index uptime_figures_by_period on uptime_figures (grain, period);

-- The worst device of any range is the one with the greatest sum. Only devices that were offline have rows.
create table device_downtimes (
  location_id uuid not null,
  day date not null,
  device_id uuid not null,
  offline_s bigint not null,
  primary key (location_id, day, device_id)
);

-- Commands to devices of locations, on the day on which they were given.
create table command_figures (
  scope_id uuid not null,
  grain text not null constraint command_figure_grain check (grain in ('day', 'month')),
  period date not null,
  commands bigint not null,
  succeeded bigint not null,
  failed bigint not null,
  unhandled bigint not null,
  timed_out bigint not null,
  -- How long the successful ones took, from the order to the answer: a histogram, since percentiles do not add up. The bounds are in
  -- apps/server/src/features/rollups/latencies.ts.
  latencies bigint[] not null,
  primary key (scope_id, grain, period)
);
create index command_figures_by_period on command_figures (grain, period);
