with
  rights_1 as materialized (
    select
      w.group_id,
      w.group_id = any (
        array(
          select
            id
          from
            resource_groups
          where
            covers_everything
        )
      ) as is_everything
    from
      (
        select distinct
          g.group_id
        from
          (
            select
              g.group_id
            from
              role_grants g
            where
              g.person_id = $1::uuid
              and g.role_id in (
                select
                  a.role_id
                from
                  role_actions a
                where
                  a.resource_type = $2
                  and a.action = $3
              )
          ) g
      ) w
  ),
  rights_2 as materialized (
    select
      w.group_id,
      w.group_id = any (
        array(
          select
            id
          from
            resource_groups
          where
            covers_everything
        )
      ) as is_everything
    from
      (
        select distinct
          g.group_id
        from
          (
            select
              g.group_id
            from
              role_grants g
            where
              g.person_id = $4::uuid
              and g.role_id in (
                select
                  a.role_id
                from
                  role_actions a
                where
                  a.resource_type = $5
                  and a.action = $6
              )
          ) g
      ) w
  ),
  asked as materialized (
    select
      p.disabled_at is not null as is_disabled,
      exists (
        select
          1
        from
          revoked_grants r
        where
          r.grant_id = $7
      ) as is_revoked,
      true as is_visible,
      (
        exists (
          select
            g.group_id
          from
            role_grants g
          where
            g.person_id = p.id
            and g.role_id in (
              select
                a.role_id
              from
                role_actions a
              where
                a.resource_type = $8
                and a.action = $9
            )
        )
      ) as is_allowed
    from
      console_users p
    where
      p.id = $10::uuid
  ),
  me as materialized (
    select
      *,
      not is_disabled
      and not is_revoked
      and is_visible
      and is_allowed as is_ok
    from
      asked
  ),
  filtered as materialized (
    select
      l.id as id,
      (l.code)::text as v
    from
      locations l
    where
      (
        select
          is_ok
        from
          me
      )
      and (
        (
          exists (
            select
              1
            from
              rights_1
            where
              is_everything
          )
          or (
            l.id in (
              select distinct
                membership.resource_id
              from
                (
                  select distinct
                    w.group_id
                  from
                    (
                      select
                        group_id
                      from
                        rights_1
                    ) w
                ) g
                join resource_group_members membership using (group_id)
              where
                membership.resource_type = $11
            )
          ) is true
        )
      )
  ),
  page as materialized (
    select
      id,
      v,
      row_number() over (
        order by
          v asc nulls last,
          id asc
      ) as nth
    from
      filtered
    where
      true
    order by
      v asc nulls last,
      id asc
    limit
      $12
  )
select
  me.*,
  (
    select
      count(*)
    from
      filtered
  ) as total,
  (
    select
      string_agg(
        r.text,
        ','
        order by
          page.nth
      )
    from
      page
      cross join lateral (
        select
          (
            (
              (
                (
                  (
                    '{"id":' || (
                      coalesce('"' || (l.id)::text || '"', 'null') || ',"code":'
                    )
                  ) || (
                    (
                      coalesce(to_json((l.code)::text)::text, 'null') || ',"label":'
                    ) || (
                      coalesce(to_json((l.label)::text)::text, 'null') || ',"address":'
                    )
                  )
                ) || (
                  (
                    (
                      coalesce(to_json((l.address)::text)::text, 'null') || ',"latitude":'
                    ) || (
                      coalesce((l.latitude)::text, 'null') || ',"longitude":'
                    )
                  ) || (
                    (
                      coalesce((l.longitude)::text, 'null') || ',"status":'
                    ) || (
                      coalesce(to_json((l.status)::text)::text, 'null') || ',"type":'
                    )
                  )
                )
              ) || (
                (
                  (
                    coalesce(to_json((l.type)::text)::text, 'null') || (
                      ',"health":' || coalesce(to_json((g.health)::text)::text, 'null')
                    )
                  ) || (
                    (
                      ',"issues":' || coalesce(((g.issues + u.urgent))::text, 'null')
                    ) || (
                      ',"issue_kinds":' || coalesce(
                        to_json(
                          json_build_object(
                            'fault',
                            g.issue_fault,
                            'alarm',
                            g.issue_alarm,
                            'offline',
                            g.issue_offline,
                            'no_hardware',
                            g.issue_no_hardware,
                            'log_entry',
                            u.urgent
                          )
                        )::text,
                        'null'
                      )
                    )
                  )
                ) || (
                  (
                    (
                      ',"docks":' || coalesce(to_json(g.docks)::text, 'null')
                    ) || (
                      ',"bubble_orange_hours":' || coalesce((l.bubble_orange_hours)::text, 'null')
                    )
                  ) || (
                    (
                      ',"bubble_red_hours":' || coalesce((l.bubble_red_hours)::text, 'null')
                    ) || (
                      ',"total_docks":' || coalesce((g.total_docks)::text, 'null')
                    )
                  )
                )
              )
            ) || (
              (
                (
                  (
                    ',"available_docks":' || (
                      coalesce((g.available_docks)::text, 'null') || ',"occupied_docks":'
                    )
                  ) || (
                    (
                      coalesce(
                        ((g.occupied + g.occupied_orange + g.occupied_red))::text,
                        'null'
                      ) || ',"other_docks":'
                    ) || (
                      coalesce(
                        (
                          (
                            g.total_docks - g.available_docks - (g.occupied + g.occupied_orange + g.occupied_red)
                          )
                        )::text,
                        'null'
                      ) || ',"available_rentals":'
                    )
                  )
                ) || (
                  (
                    (
                      coalesce((g.available_rentals)::text, 'null') || ',"tags":'
                    ) || (
                      coalesce(to_json(l.public_tags)::text, 'null') || ',"owner_id":'
                    )
                  ) || (
                    (
                      coalesce('"' || (l.owner_id)::text || '"', 'null') || ',"owner_name":'
                    ) || (
                      coalesce(to_json((ow.name)::text)::text, 'null') || ',"operator_id":'
                    )
                  )
                )
              ) || (
                (
                  (
                    (
                      coalesce('"' || (l.operator_id)::text || '"', 'null') || ',"operator_name":'
                    ) || (
                      coalesce(to_json((op.name)::text)::text, 'null') || ',"distributor_id":'
                    )
                  ) || (
                    (
                      coalesce('"' || (l.distributor_id)::text || '"', 'null') || ',"distributor_name":'
                    ) || (
                      coalesce(to_json((di.name)::text)::text, 'null') || ',"reseller_id":'
                    )
                  )
                ) || (
                  (
                    (
                      coalesce('"' || (l.reseller_id)::text || '"', 'null') || ',"reseller_name":'
                    ) || (
                      coalesce(to_json((re.name)::text)::text, 'null') || ',"created_at":'
                    )
                  ) || (
                    (
                      coalesce(
                        '"' || to_char(l.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"',
                        'null'
                      ) || ',"launched_at":'
                    ) || (
                      coalesce(
                        '"' || to_char(l.launched_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"',
                        'null'
                      ) || '}'
                    )
                  )
                )
              )
            )
          ) as text
        from
          locations l
          left join organizations ow on ow.id = l.owner_id
          left join organizations op on op.id = l.operator_id
          left join organizations di on di.id = l.distributor_id
          left join organizations re on re.id = l.reseller_id
          cross join lateral (
            select
              count(*) filter (
                where
                  x.is_dock
              ) as total_docks,
              count(*) filter (
                where
                  x.is_dock
                  and x.dock_state = 'unlocked'
                  and x.in_contact
              ) as available_docks,
              count(*) filter (
                where
                  x.type = 'rental_dock'
                  and x.dock_state = 'locked'
                  and x.in_contact
              ) as available_rentals,
              count(x.issue) as issues,
              count(*) filter (
                where
                  x.issue = 'fault'
              ) as issue_fault,
              count(*) filter (
                where
                  x.issue = 'alarm'
              ) as issue_alarm,
              count(*) filter (
                where
                  x.issue = 'offline'
              ) as issue_offline,
              count(*) filter (
                where
                  x.issue = 'no_hardware'
              ) as issue_no_hardware,
              count(*) filter (
                where
                  x.is_taken
                  and x.dock_state_since > x.orange_before
              ) as occupied,
              count(*) filter (
                where
                  x.is_taken
                  and x.dock_state_since <= x.orange_before
                  and x.dock_state_since > x.red_before
              ) as occupied_orange,
              count(*) filter (
                where
                  x.is_taken
                  and x.dock_state_since <= x.red_before
              ) as occupied_red,
              case
                when bool_and(x.never_seen) filter (
                  where
                    x.counts
                ) is not false then 'unknown'
                when bool_and(x.in_contact) filter (
                  where
                    x.counts
                ) then 'online'
                when bool_and(not x.in_contact) filter (
                  where
                    x.counts
                ) then 'offline'
                else 'some_offline'
              end as health,
              coalesce(
                json_agg(
                  json_build_object(
                    'number',
                    x.number,
                    'dock_state',
                    coalesce(x.dock_state, 'unknown'),
                    'dock_state_since',
                    to_char(
                      x.dock_state_since at time zone 'UTC',
                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
                    ),
                    'in_contact',
                    x.in_contact
                  )
                  order by
                    x.nth
                ) filter (
                  where
                    x.is_dock
                    and x.nth <= $13
                ),
                '[]'::json
              ) as docks
            from
              (
                select
                  d.id is not null as is_device,
                  d.type,
                  d.hardware_id,
                  d.type in ('dock', 'locker', 'rental_dock') as is_dock,
                  hs.dock_state,
                  hs.dock_state_since,
                  d.type in ('dock', 'locker', 'rental_dock')
                  and hs.dock_state = 'locked'
                  and (
                    hs.last_heartbeat_at >= $14::timestamptz - make_interval(
                      secs => least(
                        greatest(
                          $15::float8 * heartbeat_interval_s (l.power_save),
                          $16::float8
                        ),
                        $17::float8
                      )
                    )
                    and cs.last_heartbeat_at >= $18::timestamptz - make_interval(
                      secs => least(
                        greatest(
                          $19::float8 * heartbeat_interval_s (l.power_save),
                          $20::float8
                        ),
                        $21::float8
                      )
                    )
                  ) is true as is_taken,
                  $22::timestamptz - make_interval(hours => l.bubble_orange_hours) as orange_before,
                  $23::timestamptz - make_interval(hours => l.bubble_red_hours) as red_before,
                  (
                    hs.last_heartbeat_at >= $24::timestamptz - make_interval(
                      secs => least(
                        greatest(
                          $25::float8 * heartbeat_interval_s (l.power_save),
                          $26::float8
                        ),
                        $27::float8
                      )
                    )
                    and cs.last_heartbeat_at >= $28::timestamptz - make_interval(
                      secs => least(
                        greatest(
                          $29::float8 * heartbeat_interval_s (l.power_save),
                          $30::float8
                        ),
                        $31::float8
                      )
                    )
                  ) is true as in_contact,
                  (
                    hs.last_heartbeat_at is null
                    or cs.last_heartbeat_at is null
                  ) as never_seen,
                  d.hardware_id is not null
                  and not d.delete_pending as counts,
                  case
                    when d.id is null
                    or l.status in ('in_house', 'in_delivery', 'obsolete') then null
                    when hs.dock_state = 'fault' then 'fault'
                    when exists (
                      select
                        1
                      from
                        alarms a
                      where
                        a.hardware_id = d.hardware_id
                        and a.cleared_at is null
                    ) then 'alarm'
                    when not (
                      (
                        hs.last_heartbeat_at >= $32::timestamptz - make_interval(
                          secs => least(
                            greatest(
                              $33::float8 * heartbeat_interval_s (l.power_save),
                              $34::float8
                            ),
                            $35::float8
                          )
                        )
                        and cs.last_heartbeat_at >= $36::timestamptz - make_interval(
                          secs => least(
                            greatest(
                              $37::float8 * heartbeat_interval_s (l.power_save),
                              $38::float8
                            ),
                            $39::float8
                          )
                        )
                      ) is true
                      or (
                        hs.last_heartbeat_at is null
                        or cs.last_heartbeat_at is null
                      )
                    ) then 'offline'
                    when d.hardware_id is null then 'no_hardware'
                  end as issue,
                  d.number,
                  count(*) filter (
                    where
                      d.type in ('dock', 'locker', 'rental_dock')
                  ) over (
                    order by
                      d.row_number,
                      d.place,
                      d.id rows unbounded preceding
                  ) as nth
                from
                  devices d
                  left join hardware h on h.hardware_id = d.hardware_id
                  left join hardware_state hs on hs.hardware_id = d.hardware_id
                  left join hardware_state cs on cs.hardware_id = h.controller_id
                where
                  d.location_id = l.id
                  and d.deleted_at is null
              ) x
          ) g
          cross join lateral (
            select
              count(*)::int as urgent
            from
              maintenance_log_entries e
            where
              e.location_id = l.id
              and e.status in ('new', 'assigned', 'in_progress', 'blocked')
              and e.priority in ('critical', 'high')
              and l.status not in ('in_house', 'in_delivery', 'obsolete')
              and (
                exists (
                  select
                    1
                  from
                    rights_2
                  where
                    is_everything
                )
                or (
                  select
                    true
                  from
                    resource_group_members membership
                  where
                    membership.resource_type = $40
                    and membership.resource_id = l.id
                    and (
                      membership.group_id in (
                        select
                          group_id
                        from
                          rights_2
                      )
                    ) is true
                  limit
                    1
                ) is true
              )
          ) u
        where
          l.id = page.id
      ) r
    where
      page.nth <= $41
  ) as items,
  (
    select
      json_build_array(v, id)
    from
      page
    where
      nth = $42
      and (
        select
          count(*)
        from
          page
      ) > $43
  ) as next
from
  me
