-- The subscribers of one subscription follow an index instead of being ordered whole. Rows of one moment follow their id, which must
-- run in the direction of the time, so that one comparison of both finds where the next page begins.
create index subscribers_by_time on subscribers (subscription_id, joined_at desc, id desc);
drop index subscribers_of_subscription;
