-- What a person wrote last in the maintenance log is offered as chips. Without these each new entry would read the whole log.
create index maintenance_log_entries_of_creator on maintenance_log_entries (created_by, id);
create index maintenance_log_comments_of_writer on maintenance_log_comments (created_by, id);
