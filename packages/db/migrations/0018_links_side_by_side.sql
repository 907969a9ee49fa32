-- Asking for a new password must not void the link that was mailed before: whoever knows an address of mail could
-- otherwise keep its owner from ever using one. Several links of one person are valid until one is used.
alter table account_links
  drop constraint account_links_pkey,
  drop constraint account_link_is_unique,
  add constraint account_link_is_unique primary key (token_hash);
create index account_links_of_account on account_links (account_id, purpose);
