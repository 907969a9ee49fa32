-- In the entry of a mesh that nobody accepted, what its controller named and what has not started yet entered at its first start without
-- a person. It waits for one. Which of these ids are still unknown is asked when the entry is read.
update hardware_intakes i set children = (
    select jsonb_object_agg(c.key, case when c.value = 'null' then '{"is_added": true}' else c.value end) from jsonb_each(i.children) c)
  where i.state = 'accepted' and i.decided_by is null and jsonb_path_exists(i.children, '$.* ? (@ == null)');
