import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import type { PersonalData, User } from '@wheelhouse/contract/users/users.ts'
import { t } from '../../i18n/i18n.ts'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { MissingPermission } from '../../ui/frame/states.tsx'
import { personal, Reveal } from './personal-data.tsx'
import { countryName, languageName } from '../../i18n/code-names.ts'
import { platformLabels } from './user-labels.ts'
import classes from './users.module.css'

/**
 * What is known of the person. Phone, email and PIN are masked until asked for; what was asked for is kept in this card alone
 * and leaves with it.
 */
export function PersonCard({ user }: { user: User }) {
  const [shown, setShown] = useState<PersonalData | null>(null)
  return (
    <Card title={t('Person')} action={<Reveal user={user} isShown={shown !== null} onShown={setShown} />}>
      <KeyValueGrid
        items={[
          { label: t('Phone'), value: personal(user.phone, shown?.phone) },
          { label: t('Email'), value: personal(user.email, shown?.email) },
          { label: t('PIN'), value: personal(user.pin, shown?.pin) },
          { label: t('Language'), value: languageName(user.language) },
          { label: t('Country'), value: countryName(user.country_code) },
          { label: t('Region'), value: user.region },
          { label: t('App'), value: appOf(user) },
          { label: t('Push'), value: <PushDevices count={user.push_devices} /> },
        ]}
      />
      {!user.can_reveal && user.status !== 'deleted' && (
        <p className={classes.hint}>
          <MissingPermission action="GET_PRIVILEGED" resource="user" purpose={t('To see phone, email and PIN')} />
        </p>
      )}
    </Card>
  )
}

function appOf({ app_version, app_platform }: User): string | null {
  const platform = app_platform && platformLabels[app_platform]
  return [app_version, platform].filter(Boolean).join(', ') || null
}

const PushDevices = ({ count }: { count: number }) =>
  count === 0 ? (
    <span className={classes.dim}>{t('No device receives notifications')}</span>
  ) : (
    <span className={classes.glyphed}>
      <IconDeviceMobile size={14} aria-hidden />
      {count === 1 ? t('1 device') : t('{{count}} devices', { count })}
    </span>
  )
