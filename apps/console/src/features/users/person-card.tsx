import { Button } from '@mantine/core'
import { IconDeviceMobile, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { revealPersonalData } from '@wheelhouse/contract/users/users.ts'
import type { PersonalData, User } from '@wheelhouse/contract/users/users.ts'
import { useWrite } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Card, KeyValueGrid } from '../../ui/details/key-values.tsx'
import { countryName, languageName, platformLabels } from './user-labels.ts'
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
          {t('Phone, email and PIN need')} <code>GET_PRIVILEGED</code> {t('on {{resource}}', { resource: 'user' })}
        </p>
      )}
    </Card>
  )
}

/** Says before the click that it is recorded. */
function Reveal({
  user,
  isShown,
  onShown,
}: {
  user: User
  isShown: boolean
  onShown: (data: PersonalData | null) => void
}) {
  const reveal = useWrite(revealPersonalData)
  const hasAny = user.phone !== null || user.email !== null || user.pin !== null
  if (!user.can_reveal || !hasAny) return null
  if (isShown)
    return (
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconEyeOff size={14} stroke={1.75} aria-hidden />}
        data-tip={t('Mask it again')}
        onClick={() => onShown(null)}
      >
        {t('Hide personal data')}
      </Button>
    )
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<IconEye size={14} stroke={1.75} aria-hidden />}
      loading={reveal.isPending}
      data-tip={t('Every view is written to the audit log')}
      onClick={() => reveal.mutate({ params: { user_id: user.id } }, { onSuccess: onShown })}
    >
      {t('Show personal data')}
    </Button>
  )
}

/** Null where the person has none. */
function personal(masked: string | null, whole: string | null | undefined) {
  if (masked === null) return null
  if (!whole) return <span className={classes.masked}>{masked}</span>
  return <CopyableId id={whole}>{spacedLike(masked, whole)}</CopyableId>
}

/** A phone number in the groups in which its mask is written; what has no groups stays as it is. */
function spacedLike(masked: string, whole: string): string {
  if (masked.replaceAll(' ', '').length !== whole.length) return whole
  let at = 0
  return masked.replaceAll(/\S/g, () => whole[at++] ?? '')
}

function appOf({ app_version, app_platform }: User): string | null {
  const platform = app_platform && platformLabels[app_platform]
  return [app_version, platform].filter(Boolean).join(', ') || null
}

const PushDevices = ({ count }: { count: number }) =>
  count === 0 ? (
    <span className={classes.dim}>{t('No device takes notifications')}</span>
  ) : (
    <span className={classes.glyphed}>
      <IconDeviceMobile size={14} stroke={1.75} aria-hidden />
      {count === 1 ? t('1 device') : t('{{count}} devices', { count })}
    </span>
  )
