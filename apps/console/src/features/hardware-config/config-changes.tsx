import { isChangeOver, listConfigChanges } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { ConfigChange } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { ChangeState } from './change-state-link.tsx'
import { parameterWord, unitOf, valueWord } from './parameter-words.ts'
import classes from './hardware-config.module.css'

const shown = 20
const pollMs = 2_000

/** What was sent to this hardware, and whether it was read back as sent. */
export function ConfigChanges({ hardwareId }: { hardwareId: string }) {
  const query = { hardware_id: hardwareId, limit: shown }
  const changes = useLive(
    listConfigChanges,
    { query },
    {
      isQuiet: true,
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ status }) => !isChangeOver(status)) === true ? pollMs : false,
    },
  )
  return (
    // Most hardware has none, and then there is no such section.
    <Loaded query={changes} failed={listConfigChanges.says.failed} bones={null}>
      {({ items, total }) =>
        items.length > 0 && (
          <section>
            <SectionHead title={t('Changes')} count={total} />
            <ol className={classes.rows}>
              {items.map((change) => (
                <Row key={change.id} change={change} />
              ))}
            </ol>
          </section>
        )
      }
    </Loaded>
  )
}

function Row({ change }: { change: ConfigChange }) {
  const { changes, template_name, template_version, requested_by_name, comment, created_at } = change
  const words = changes.map(({ key, before, after }) =>
    before === null && after === null
      ? `${parameterWord(key)}: ${t('a new value')}`
      : `${parameterWord(key)}: ${valueWord(before, unitOf(key))} → ${valueWord(after, unitOf(key))}`,
  )
  const template =
    template_name === null
      ? null
      : t('template {{name}}, version {{version}}', { name: template_name, version: template_version ?? 1 })
  return (
    <li>
      <span className={classes.what}>{words.join(', ')}</span>
      <ChangeState change={change} />
      <span className={classes.end}>
        <RelativeTime at={created_at} isShort />
      </span>
      <small>{[requested_by_name, template, `“${comment}”`].filter(Boolean).join(' · ')}</small>
    </li>
  )
}
