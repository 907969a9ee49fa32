-- A mesh that was known before it was ever announced has an entry from the moment its controller names hardware that nobody knows.
-- Nobody decided on it, so an accepted entry may be without a person.
alter table hardware_intakes drop constraint intake_is_decided_by_a_person;
alter table hardware_intakes add constraint intake_is_decided_by_a_person
  check ((decided_by is null) = (decided_at is null) and (state = 'accepted' or (state = 'waiting') = (decided_by is null)));
