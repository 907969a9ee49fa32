-- A price list names the fleet that it is for, so a fleet names no price list.
alter table rental_fleets drop column price_list_id;

-- What the lists of sessions filter by is what the payment says, of a ride as of a stay.
create or replace function follow_payment_state() returns trigger language plpgsql as $$
begin
  update parking_sessions set payment_state = new.state, updated_at = new.updated_at, version = version + 1
    where id = new.parking_session_id and payment_state <> new.state;
  update rental_sessions set payment_state = new.state, updated_at = new.updated_at, version = version + 1
    where id = new.rental_session_id and payment_state <> new.state;
  return null;
end $$;
create trigger rental_session_follows_its_payment after insert or update of state on payments for each row
  when (new.type = 'session' and new.rental_session_id is not null) execute function follow_payment_state();
