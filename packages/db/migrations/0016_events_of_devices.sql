-- What happened to something else at a device (a session in a dock, a photo of a camera) is told in the device's own history
-- too. Empty where the event is the device's own, so that no line is found twice, and for what was written before: those
-- lines stay in the history of the location and of the session. Nothing is rewritten, tens of millions of rows stay as they are.
alter table events add column device_id uuid;
create index events_at_device on events (device_id, id desc) where device_id is not null;
create index events_people_at_device on events (device_id, actor_id, id desc) where device_id is not null and actor_id is not null;
