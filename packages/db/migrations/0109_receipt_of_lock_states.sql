-- When the server received the last move of a lock. The device's own time may be minutes behind, and what is waited for in server
-- time counts from here. Null: the state was known from elsewhere, and only its beginning is known.
alter table hardware_state add column dock_state_received_at timestamptz(3);
