import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconRocket } from '@tabler/icons-react'
import { launchLocation, listLaunchChecks } from '@wheelhouse/contract/locations/location-status.ts'
import type { LaunchCheck } from '@wheelhouse/contract/locations/location-status.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { useWrite } from '../../api/api.ts'
import { useChangedMeanwhile } from '../../forms/changed-meanwhile.tsx'
import { freshLocation, locationFieldsShown } from './location-change-labels.ts'
import { deviceName } from '../devices/device-labels.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Link } from '../../ui/details/link.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { devicePath } from '../devices/device-link.tsx'
import { locationPath } from './location-link.tsx'
import classes from './location-edit.module.css'

interface LaunchDialogProps {
  location: Location
  opened: boolean
  onClose: () => void
}

/** What a launch asks for, each with the way to mend it; it goes on by itself as things are mended elsewhere. */
export function LaunchDialog({ location, opened, onClose }: LaunchDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('Launch {{code}} {{label}}', { code: location.code, label: location.label })}
      icon={IconRocket}
      size={480}
      isQuestion
    >
      {opened && <Checks location={location} onClose={onClose} />}
    </Dialog>
  )
}

function Checks({ location, onClose }: Omit<LaunchDialogProps, 'opened'>) {
  const params = { location_id: location.id }
  const checks = useLive(listLaunchChecks, { params }, { staleTime: 0 })
  const launch = useWrite(launchLocation, { isQuiet: true })
  const meanwhile = useChangedMeanwhile(location, () => freshLocation(location), locationFieldsShown)
  const missing = checks.data?.filter(({ is_met }) => !is_met).length
  const isReady = missing === 0
  return (
    <div className={classes.launch}>
      <Loaded query={checks} failed={listLaunchChecks.says.failed} bones={<Skeleton lines={5} />}>
        {(all) => (
          <>
            <p role="status">{wordsOf(missing ?? 0)}</p>
            <ul className={classes.checks}>
              {all.map((check) => (
                <CheckLine key={check.name} check={check} locationId={location.id} onFollow={onClose} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {meanwhile.notice}
      {launch.error && (
        <p className={classes.error} role="alert">
          {failureText(launchLocation.says.failed, launch.error)}
        </p>
      )}
      <div className={classes.verbs}>
        <Button data-autofocus onClick={onClose} disabled={launch.isPending}>
          {isReady ? t('Not yet') : t('Close')}
        </Button>
        {isReady && (
          <Button
            variant="filled"
            loading={launch.isPending}
            onClick={() =>
              launch.mutate(
                { params, version: meanwhile.version },
                { onSuccess: onClose, onError: meanwhile.onRefused },
              )
            }
          >
            {t('Launch')}
          </Button>
        )}
      </div>
    </div>
  )
}

function wordsOf(missing: number): string {
  if (missing === 0) return t('Everything is ready. App users see the location as soon as it is launched.')
  if (missing === 1) return t('One thing is missing before launch.')
  return t('{{count}} things are missing before launch.', { count: missing })
}

const checkLabels: Record<LaunchCheck['name'], string> = {
  devices: 'Devices are added',
  hardware: 'Hardware is assigned to each',
  controllers: 'Controllers are assigned',
  health: 'Devices are healthy',
  address: 'Address is set',
  coordinates: 'Place on the map is set',
}

/** Where the person can do what is missing. */
function mendOf(name: LaunchCheck['name'], id: string): { href: string; words: string } {
  const place = `${locationPath(id)}?edit=place`
  if (name === 'address') return { href: place, words: t('Set address') }
  if (name === 'coordinates') return { href: place, words: t('Set place') }
  if (name === 'devices') return { href: locationPath(id), words: t('Add devices') }
  return { href: `${locationPath(id)}?view=technical`, words: t('Show devices') }
}

/** The names follow as links; without names the sentence is shown whole. */
const wordsBeforeNames = ({ missing, devices }: LaunchCheck): string =>
  devices.length === 0 ? missing : (missing.split(':')[0] ?? missing)

function CheckLine({ check, locationId, onFollow }: { check: LaunchCheck; locationId: string; onFollow: () => void }) {
  const { href, words } = mendOf(check.name, locationId)
  const Icon = check.is_met ? IconCircleCheck : IconCircleDashed
  return (
    <li data-met={check.is_met || undefined}>
      <Icon size={16} aria-hidden />
      <span>
        <strong>{t(checkLabels[check.name])}</strong>
        <span className="visually-hidden">{check.is_met ? t('done') : t('missing')}</span>
        {!check.is_met && <small>{wordsBeforeNames(check)}</small>}
        {!check.is_met && check.devices.length > 0 && (
          <small className={classes.devices}>
            {check.devices.map((device) => (
              <Link key={device.id} href={devicePath(locationId, device.id)} onClick={onFollow}>
                {deviceName(device)}
              </Link>
            ))}
          </small>
        )}
      </span>
      {!check.is_met && (
        <Link href={href} onClick={onFollow}>
          {words}
        </Link>
      )}
    </li>
  )
}
