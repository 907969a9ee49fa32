import { IconExternalLink } from '@tabler/icons-react'
import { t } from '../base/translate.ts'
import type { Coordinates } from './map-points.ts'
import classes from './map.module.css'

/**
 * The address that the maps of the device open: Android asks which app, Apple's devices open theirs, and a desk opens
 * OpenStreetMap in another tab.
 */
export function mapsAddress({ latitude, longitude }: Coordinates, label: string, userAgent: string): string {
  const [at, name] = [`${latitude},${longitude}`, encodeURIComponent(label)]
  if (/Android/.test(userAgent)) return `geo:${at}?q=${at}(${name})`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?ll=${at}&q=${name}`
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
}

export const OpenInMaps = ({ at, label }: { at: Coordinates; label: string }) => (
  <a
    className={classes.openInMaps}
    href={mapsAddress(at, label, navigator.userAgent)}
    target="_blank"
    rel="noopener noreferrer"
  >
    {t('Open in maps')}
    <IconExternalLink size={13} aria-hidden />
  </a>
)
