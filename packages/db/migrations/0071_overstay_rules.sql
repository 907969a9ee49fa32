-- Bicycles parked beyond the limit of their location. The law of a region decides which steps are taken and how long each waits;
-- without a row, and until a person switches it on, nothing happens there.
create table overstay_rules (
  region_id uuid primary key references region_configs (id),
  is_enabled boolean not null,
  reminder_after_h int,
  notice_after_h int,
  fee_after_h int,
  objection_h int not null,
  fee_minor bigint,
  currency char(3),
  removal_after_h int,
  storage_days int not null,
  hold_minutes int not null,
  updated_at timestamptz(3) not null,
  constraint overstay_waits_are_not_negative check (least(reminder_after_h, notice_after_h, fee_after_h, objection_h, removal_after_h, storage_days, hold_minutes) >= 0),
  constraint overstay_fee_needs_a_notice check (fee_after_h is null or notice_after_h is not null),
  constraint overstay_removal_needs_a_notice check (removal_after_h is null or notice_after_h is not null),
  constraint overstay_fee_has_an_amount check (fee_after_h is null or (fee_minor > 0 and currency is not null))
);
-- Null: nobody is asked to collect a bicycle there.
alter table locations add column overstay_limit_h int constraint overstay_limit_range check (overstay_limit_h between 1 and 8760);
