/** The rows of the report of detailed parking as one would copy them by hand, without any permission. Days as `2026-01-31`. */
export const detailedRows = (from: string, to: string): string => `
  select s.id, l.code, l.label, o.name, d.type || ' ' || d.number, k.type, u.name, s.started_at, s.ended_at,
    round((extract(epoch from s.ended_at - s.started_at) / 60)::numeric, 1), p.free_minutes, s.fee_minor, s.currency, s.payment_state, s.rating, s.how_ended
  from parking_sessions s join locations l on l.id = s.location_id join devices d on d.id = s.device_id
  left join organizations o on o.id = coalesce(l.operator_id, l.owner_id) left join access_keys k on k.id = s.access_key_id
  left join kept_prices p on p.session_id = s.id left join users u on u.id = s.user_id and u.deleted_at is null
  where s.started_at >= '${from}'::timestamp at time zone l.time_zone and s.started_at < ('${to}'::date + 1)::timestamp at time zone l.time_zone
    and s.started_at >= '${from}'::timestamptz - interval '14 hours' and s.started_at < '${to}'::timestamptz + interval '38 hours'
    and s.status <> 'booked' order by s.started_at, s.id`
