-- Values (messaging types): an organization can be notified in the inboxes of its own console users. There is no address.
alter table notifier_subscriptions add constraint notifier_in_app_has_no_url check ((messaging_type = 'in_app') = (url = ''));

-- The notice names the message; what it says is read from there, for whom may see it at that time.
alter table notices drop constraint notice_kind;
alter table notices add constraint notice_kind
  check (kind in ('entry_assigned', 'entry_overdue', 'report_ready', 'report_failed', 'job_ended', 'subscribed'));
