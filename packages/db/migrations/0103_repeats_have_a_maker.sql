-- A monthly report is repeated with the rights of the person who switched that on. `run_by` is the person who ran it last, which may be
-- somebody else since, with other rights. Nobody knows any more who switched on what repeats already.
alter table reports add column repeats_by uuid;
update reports set repeats_by = run_by where repeats_monthly;
alter table reports add constraint repeats_are_somebodys check ((repeats_by is not null) = repeats_monthly);
