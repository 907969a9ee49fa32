-- Hardware in a vehicle follows the fleet of the vehicle: who sees a device of a change set is decided by where it was built in when
-- the change was planned.
alter table change_set_devices add column rental_device_id uuid;
alter table change_set_devices add column fleet_id uuid;

-- Where the hardware of earlier change sets was built in is known as of now.
update change_set_devices i set rental_device_id = v.id, fleet_id = v.fleet_id from rental_devices v
  where v.hardware_id = i.hardware_id and i.device_id is null;
