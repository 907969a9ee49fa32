-- Public areas went on publishing a location after it was handed over, under the name and contact of its former organization. A
-- location leaves the areas of an organization that had a part in it, by its history, and has none any more; one that was put
-- into the area of an organization without a part stays, because somebody wanted it there.
with taken_out as (
  delete from public_area_locations x using public_areas a, locations l
  where a.id = x.area_id and l.id = x.location_id
    and (a.organization_id in (l.owner_id, l.operator_id, l.distributor_id, l.reseller_id)) is not true
    and exists (select from events e where e.resource_id = l.id and e.feature = 'locations' and e.verb = 'updated'
      and a.organization_id::text in
        (e.before ->> 'owner_id', e.before ->> 'operator_id', e.before ->> 'distributor_id', e.before ->> 'reseller_id'))
  returning x.area_id)
update public_areas set updated_at = now(), version = version + 1 where id in (select area_id from taken_out);
