-- A feed for the public must say what can be rented (GBFS: vehicle types). A fleet is of one kind, as it has one price.
alter table rental_fleets add column vehicle_kind text not null default 'e_bike'
  constraint fleet_vehicle_kind check (vehicle_kind in ('bike', 'e_bike', 'cargo_bike', 'e_cargo_bike', 'e_scooter', 'e_moped'));
