import type { FeedCheck, PublicAreaDetails } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { t } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/format.ts'
import { useAppearance } from '../../shell/appearance.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { feedLabels } from './area-labels.ts'
import classes from './public-areas.module.css'

const embedHeight = 420

/** A page that an attribute of another page contains: quotes in a name must not end it. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Addresses of the feeds with what the last check found, and the map for other pages. */
export function AreaFeeds({ area }: { area: PublicAreaDetails }) {
  const { origin } = window.location
  const scheme = useAppearance((state) => state.scheme)
  const frame = `<iframe src="${origin}${area.embed_path}" title="${escaped(area.name)}" width="100%" height="${embedHeight}" style="border:0" loading="lazy"></iframe>`
  const checks = new Map(area.checks.map((check) => [check.feed, check]))
  return (
    <div className={classes.feeds}>
      <section aria-label={t('GBFS')}>
        <SectionHead title={t('GBFS 3.0')} />
        <p className={classes.help}>
          {t(
            'The open standard for shared bikes and scooters. Give an app the first address; it finds the others. No sign-in is needed.',
          )}
        </p>
        <ul className={classes.feedList}>
          {area.feeds.map(({ name, path }) => (
            <Feed key={name} name={name} url={`${origin}${path}`} check={checks.get(name)} />
          ))}
        </ul>
      </section>
      <section aria-label={t('GeoJSON')}>
        <SectionHead title={t('GeoJSON')} />
        <ul className={classes.feedList}>
          <Feed name="geojson" url={`${origin}${area.geojson_path}`} check={checks.get('geojson')} />
        </ul>
      </section>
      <section aria-label={t('Map for other websites')}>
        <SectionHead title={t('Map for other websites')} />
        <p className={classes.help}>{t('Copy this line into the web page that should show the map.')}</p>
        <div className={classes.snippet}>
          <CopyableId id={frame} isMono />
        </div>
        <iframe
          className={classes.preview}
          src={`${area.embed_path}?theme=${scheme}`}
          title={t('Map of {{label}}', { label: area.name })}
          height={embedHeight}
        />
      </section>
    </div>
  )
}

function Feed({ name, url, check }: { name: string; url: string; check: FeedCheck | undefined }) {
  const { number } = useFormat()
  return (
    <li>
      <div className={classes.feedName}>
        <strong>{name === 'geojson' ? 'locations.geojson' : `${name}.json`}</strong>
        <span>{t(feedLabels[name] ?? name)}</span>
      </div>
      <div className={classes.feedUrl}>
        <CopyableId id={url} isMono />
      </div>
      <span className={classes.feedState}>
        <StatusText of="feed" value={stateOf(check)} />
        {check !== undefined && check.items > 0 && (
          <span>{check.items === 1 ? t('1 item') : t('{{count}} items', { count: number(check.items) })}</span>
        )}
      </span>
      {check !== undefined && check.problems.length > 0 && (
        <ul className={classes.problems}>
          {check.problems.map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              <code>{at}</code> {text}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function stateOf(check: FeedCheck | undefined): 'valid' | 'faulty' | 'unchecked' {
  if (check === undefined) return 'unchecked'
  return check.problems.length > 0 ? 'faulty' : 'valid'
}
