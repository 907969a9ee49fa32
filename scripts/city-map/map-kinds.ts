import type { LayerName } from './map-features.ts'

/** What a tag of OpenStreetMap is on the map. */
export interface KindRule {
  key: string
  values: readonly string[] | 'any'
  layer: LayerName
  kind: string
  minZoom: number
}

const rule =
  (layer: LayerName) =>
  (minZoom: number, kind: string, key: string, values: string): KindRule => ({
    key,
    values: values === 'any' ? values : values.split(' '),
    layer,
    kind,
    minZoom,
  })

const [road, water, land, poi, place] = [rule('roads'), rule('water'), rule('landuse'), rule('pois'), rule('places')]

/** Of a line. What is only a name of the past, such as a dismantled railway, is in none of them. */
export const roadKinds: readonly KindRule[] = [
  road(6, 'highway', 'highway', 'motorway motorway_link'),
  road(7, 'major_road', 'highway', 'trunk trunk_link primary primary_link'),
  road(9, 'major_road', 'highway', 'secondary secondary_link tertiary tertiary_link'),
  road(11, 'minor_road', 'highway', 'residential unclassified living_street road'),
  road(13, 'minor_road', 'highway', 'service'),
  road(12, 'path', 'highway', 'pedestrian cycleway'),
  road(14, 'path', 'highway', 'footway path steps track bridleway'),
  road(12, 'rail', 'railway', 'rail light_rail subway tram'),
  road(13, 'path', 'man_made', 'pier'),
  water(10, 'river', 'waterway', 'river canal'),
  water(13, 'stream', 'waterway', 'stream ditch drain'),
]

/** Of an area; the first that fits. */
export const areaKinds: readonly KindRule[] = [
  water(8, 'water', 'natural', 'water'),
  water(8, 'water', 'waterway', 'riverbank dock'),
  water(10, 'water', 'landuse', 'basin reservoir'),
  rule('buildings')(13, 'building', 'building', 'any'),
  land(12, 'pier', 'man_made', 'pier'),
  land(9, 'park', 'leisure', 'park garden common nature_reserve dog_park'),
  land(12, 'playground', 'leisure', 'playground'),
  land(12, 'grass', 'leisure', 'pitch track'),
  land(10, 'golf_course', 'leisure', 'golf_course'),
  land(9, 'park', 'landuse', 'recreation_ground village_green'),
  land(9, 'cemetery', 'landuse', 'cemetery'),
  land(9, 'cemetery', 'amenity', 'grave_yard'),
  land(9, 'forest', 'landuse', 'forest'),
  land(9, 'wood', 'natural', 'wood'),
  land(11, 'grass', 'landuse', 'grass meadow'),
  land(11, 'scrub', 'natural', 'scrub grassland'),
  land(11, 'beach', 'natural', 'beach'),
  land(11, 'school', 'amenity', 'school university college kindergarten'),
  land(11, 'hospital', 'amenity', 'hospital clinic'),
  land(10, 'industrial', 'landuse', 'industrial railway'),
  land(10, 'military', 'landuse', 'military'),
  land(11, 'zoo', 'tourism', 'zoo'),
  land(13, 'pedestrian', 'highway', 'pedestrian footway'),
]

/** Of a thing with a name. */
export const pointKinds: readonly KindRule[] = [
  place(5, 'locality', 'place', 'city town village'),
  place(12, 'neighbourhood', 'place', 'suburb quarter neighbourhood'),
  water(10, 'bay', 'natural', 'bay strait'),
  water(12, 'lake', 'natural', 'water'),
  poi(13, 'park', 'leisure', 'park nature_reserve'),
  poi(15, 'garden', 'leisure', 'garden'),
  poi(15, 'marina', 'leisure', 'marina'),
  poi(13, 'stadium', 'leisure', 'stadium'),
  poi(13, 'station', 'railway', 'station halt'),
  poi(14, 'ferry_terminal', 'amenity', 'ferry_terminal'),
  poi(14, 'university', 'amenity', 'university college'),
  poi(15, 'library', 'amenity', 'library'),
  poi(15, 'school', 'amenity', 'school'),
  poi(15, 'townhall', 'amenity', 'townhall'),
  poi(15, 'theatre', 'amenity', 'theatre'),
  poi(14, 'museum', 'tourism', 'museum'),
  poi(15, 'attraction', 'tourism', 'attraction'),
  poi(15, 'supermarket', 'shop', 'supermarket'),
]
