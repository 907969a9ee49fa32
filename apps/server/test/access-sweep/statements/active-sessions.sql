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
  rights_3 as materialized (
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
              g.person_id = $7::uuid
              and g.role_id in (
                select
                  a.role_id
                from
                  role_actions a
                where
                  a.resource_type = $8
                  and a.action = $9
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
          r.grant_id = $10
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
                a.resource_type = $11
                and a.action = $12
            )
        )
      ) as is_allowed
    from
      console_users p
    where
      p.id = $13::uuid
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
  keys as materialized (
    select
      id,
      at,
      row_number() over (
        order by
          at asc,
          id asc
      ) as nth
    from
      (
        select
          k.at,
          k.id
        from
          (
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
              membership.resource_type = $14
          ) v
          cross join lateral (
            select
              "started_at" as at,
              id
            from
              "parking_sessions"
            where
              "location_id" = v.resource_id
              and true
              and status <> 'ended'
              and true
              and true
              and true
            order by
              "started_at" asc,
              "id" asc
            limit
              $15
          ) k
        order by
          at asc,
          id asc
        limit
          $16
      ) k
    where
      (
        select
          is_ok
        from
          me
      )
  )
select
  me.*,
  (
    select
      string_agg(
        r.text,
        ','
        order by
          page_key.nth
      )
    from
      keys page_key
      cross join lateral (
        select
          (
            (
              (
                (
                  (
                    '{"id":' || coalesce('"' || (s.id)::text || '"', 'null')
                  ) || (
                    ',"location_id":' || (
                      coalesce('"' || (s.location_id)::text || '"', 'null') || ',"location_code":'
                    )
                  )
                ) || (
                  (
                    coalesce(to_json((l.code)::text)::text, 'null') || (
                      ',"location_label":' || coalesce(to_json((l.label)::text)::text, 'null')
                    )
                  ) || (
                    ',"bubble_orange_hours":' || (
                      coalesce((l.bubble_orange_hours)::text, 'null') || ',"bubble_red_hours":'
                    )
                  )
                )
              ) || (
                (
                  (
                    coalesce((l.bubble_red_hours)::text, 'null') || ',"device_id":'
                  ) || (
                    coalesce('"' || (s.device_id)::text || '"', 'null') || (
                      ',"device_number":' || coalesce((d.number)::text, 'null')
                    )
                  )
                ) || (
                  (
                    ',"device_type":' || (
                      coalesce(to_json((s.device_type)::text)::text, 'null') || ',"user_id":'
                    )
                  ) || (
                    coalesce('"' || (u.id)::text || '"', 'null') || (
                      ',"user_name":' || coalesce(to_json((u.name)::text)::text, 'null')
                    )
                  )
                )
              )
            ) || (
              (
                (
                  (
                    ',"access_key_id":' || coalesce(
                      '"' || (
                        case
                          when s.user_id is null
                          or u.id is not null then s.access_key_id
                        end
                      )::text || '"',
                      'null'
                    )
                  ) || (
                    ',"key_type":' || (
                      coalesce(to_json((k.type)::text)::text, 'null') || ',"status":'
                    )
                  )
                ) || (
                  (
                    coalesce(to_json((s.status)::text)::text, 'null') || (
                      ',"how_ended":' || coalesce(to_json((s.how_ended)::text)::text, 'null')
                    )
                  ) || (
                    ',"started_at":' || (
                      coalesce(
                        '"' || to_char(s.started_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"',
                        'null'
                      ) || ',"ended_at":'
                    )
                  )
                )
              ) || (
                (
                  (
                    coalesce(
                      '"' || to_char(s.ended_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"',
                      'null'
                    ) || (
                      ',"rating":' || coalesce((s.rating)::text, 'null')
                    )
                  ) || (
                    ',"comment":' || (
                      coalesce(to_json((s.comment)::text)::text, 'null') || ',"fee_minor":'
                    )
                  )
                ) || (
                  (
                    coalesce(
                      (
                        case
                          when money.is_seen then s.fee_minor
                        end
                      )::text,
                      'null'
                    ) || (
                      ',"currency":' || coalesce(
                        to_json(
                          (
                            case
                              when money.is_seen then s.currency
                            end
                          )::text
                        )::text,
                        'null'
                      )
                    )
                  ) || (
                    ',"payment_state":' || (
                      coalesce(
                        to_json(
                          (
                            case
                              when money.is_seen then s.payment_state
                            end
                          )::text
                        )::text,
                        'null'
                      ) || '}'
                    )
                  )
                )
              )
            )
          ) as text
        from
          parking_sessions s
          join locations l on l.id = s.location_id
          join devices d on d.id = s.device_id
          left join access_keys k on k.id = s.access_key_id
          left join users u on u.id = s.user_id
          and (
            exists (
              select
                1
              from
                rights_3
              where
                is_everything
            )
            or (
              select
                true
              from
                resource_group_members membership
              where
                membership.resource_type = $17
                and membership.resource_id = u.id
                and (
                  membership.group_id in (
                    select
                      group_id
                    from
                      rights_3
                  )
                ) is true
              limit
                1
            ) is true
          )
          cross join lateral (
            select
              (
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
                    membership.resource_type = $18
                    and membership.resource_id = s.location_id
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
              ) as is_seen
            offset
              0
          ) money
        where
          s.id = page_key.id
      ) r
    where
      page_key.nth <= $19
  ) as items,
  (
    select
      json_build_object(
        'at',
        to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'id',
        id
      )
    from
      keys
    where
      nth = $20
      and not (
        (
          select
            count(*)
          from
            keys
        ) <= $21
      )
  ) as next,
  null::json as walked_to,
  case
    when is_ok then (
      select
        json_build_object(
          'total',
          least(c.hits, $22::int),
          'total_is_exact',
          c.hits <= $23::int
        )
      from
        (
          select
            count(*) as hits
          from
            (
              select
                1
              from
                (
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
                    membership.resource_type = $24
                ) v
                cross join lateral (
                  select
                    1
                  from
                    "parking_sessions"
                  where
                    "location_id" = v.resource_id
                    and true
                    and status <> 'ended'
                    and true
                  limit
                    $25
                ) t
              limit
                $26
            ) x
        ) c
    )
  end as count
from
  me
