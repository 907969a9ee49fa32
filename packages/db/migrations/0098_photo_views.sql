-- How often a security photo was looked at is said at the photo. The events have each look, but counting them would read a page
-- of events for each photo of a list. Photos are kept for a month, so the looks so far are counted here once.
alter table security_photos add column views int not null default 0;
update security_photos p set views = (
  select count(*) from events e where e.resource_id = p.id and e.feature = 'security-photos' and e.verb = 'viewed');
