-- A year on a dashboard reads the months of each location and the days around them: 11,000 rows for 500 locations, each on a page
-- of its own, because the table is in the order in which days were counted. The key carries what charts of sessions add up.
alter table session_figures
  drop constraint session_figures_pkey,
  add constraint session_figures_pkey primary key (scope_id, kind, grain, period, currency)
    include (sessions, ended, seconds, ratings, rating_sum);
