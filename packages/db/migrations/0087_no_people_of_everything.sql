-- Distinct riders over all places were counted after each change from all sessions of the month, and no screen reads them: a dashboard
-- counts the riders of its own choice of places. The sums over everything stay, because a dashboard of all places reads them.
delete from people_figures where scope_id = '00000000-0000-0000-0000-000000000000';
