-- Spec 3: what riders write and how they rate: type, subject, text, photos, created at.
create table feedback (
  -- UUIDv7: its order is the order of time.
  id uuid primary key,
  user_id uuid not null references users (id),
  -- What it is about, if it is about a stay or a ride. Two tables, and the ends of sessions outlive both: no foreign keys.
  parking_session_id uuid,
  rental_session_id uuid,
  location_id uuid references locations (id) on delete set null,
  type text not null constraint feedback_type check (type in ('problem', 'idea', 'praise', 'question')),
  subject text not null,
  text text not null default '',
  rating smallint constraint feedback_rating check (rating between 1 and 5),
  status text not null default 'new' constraint feedback_status check (status in ('new', 'in_progress', 'answered', 'closed')),
  -- The last answer, which is a message in the inbox of the rider.
  answer_text text,
  answered_at timestamptz(3),
  answered_by uuid references console_users (id) on delete set null,
  -- The id that the app gave it: what is sent twice is stored once.
  app_id text not null constraint feedback_is_stored_once unique,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  constraint feedback_is_about_one_session check (parking_session_id is null or rental_session_id is null),
  constraint feedback_answer_is_whole check ((answer_text is null) = (answered_at is null))
);
-- walk
create index feedback_by_time on feedback (created_at desc, id desc) include (user_id, status);
-- narrow: it is read by those who may read what this user writes
create index feedback_of_user on feedback (user_id, created_at desc, id desc) include (status);
create index feedback_of_location on feedback (location_id, created_at desc, id desc) include (user_id) where location_id is not null;
create index feedback_of_parking_session on feedback (parking_session_id) where parking_session_id is not null;
create index feedback_of_rental_session on feedback (rental_session_id) where rental_session_id is not null;
-- What waits for somebody is a small part of all.
create index feedback_waiting on feedback (created_at desc, id desc) include (user_id, status) where status in ('new', 'in_progress');

create table feedback_photos (
  id uuid primary key,
  feedback_id uuid not null references feedback (id) on delete cascade,
  bytes int not null,
  width int not null,
  height int not null,
  created_at timestamptz(3) not null
);
create index feedback_photos_of_feedback on feedback_photos (feedback_id, id);
