import { Button } from '@mantine/core'
import { IconKey, IconNetwork, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import {
  createServiceSecret,
  getServiceAccount,
  revokeServiceSecret,
  setServiceNetworks,
} from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import type { ServiceAccount, ServiceSecret } from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { TagList } from '../../ui/details/badge.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import { NetworksDialog } from './networks-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import classes from './service-accounts.module.css'

const secretsAtMost = 2

/** How a service account signs in: its secrets with their ends, and the networks that it may call from. */
export function ServiceSecrets({ id, name }: { id: string; name: string }) {
  const account = useLive(getServiceAccount, { params: { console_user_id: id } }, { isQuiet: true })
  return (
    <Loaded query={account} failed={getServiceAccount.says.failed} bones={<Skeleton lines={4} />}>
      {(found) => <Secrets account={found} name={name} />}
    </Loaded>
  )
}

function Secrets({ account, name }: { account: ServiceAccount; name: string }) {
  const [opened, setOpened] = useState<'secret' | 'networks' | null>(null)
  const mayMake = useMayDo(createServiceSecret)
  const mayLimit = useMayDo(setServiceNetworks)
  const { console_user_id: id, secrets, allowed_networks: networks } = account
  const isFull = secrets.length >= secretsAtMost
  return (
    <>
      {secrets.length === 0 && (
        <NoData title={t('No secret yet')}>{t('A script signs in with a client ID and a secret.')}</NoData>
      )}
      <ul className={classes.secrets} aria-label={t('Secrets')}>
        {secrets.map((secret) => (
          <SecretLine key={secret.id} accountId={id} secret={secret} />
        ))}
      </ul>
      <p className={classes.networks}>
        {networks.length === 0 ? t('May sign in from anywhere') : t('May sign in from')}{' '}
        <TagList tags={networks} shown={20} />
      </p>
      <div className={classes.verbs}>
        {mayMake && (
          <Button
            variant="filled"
            leftSection={<IconKey size={15} aria-hidden />}
            disabled={isFull}
            data-tip={isFull ? t('Two secrets are valid already: revoke one first') : undefined}
            onClick={() => setOpened('secret')}
          >
            {t('New secret')}
          </Button>
        )}
        {mayLimit && (
          <Button leftSection={<IconNetwork size={15} aria-hidden />} onClick={() => setOpened('networks')}>
            {t('Change networks')}
          </Button>
        )}
      </div>
      {opened === 'secret' && <SecretDialog id={id} name={name} onClose={() => setOpened(null)} />}
      {opened === 'networks' && <NetworksDialog account={account} onClose={() => setOpened(null)} />}
    </>
  )
}

function SecretLine({ accountId, secret }: { accountId: string; secret: ServiceSecret }) {
  const format = useFormat()
  const { id, hint, expires_at, last_used_at } = secret
  return (
    <li className={classes.secret}>
      <IconKey size={18} aria-hidden />
      <div>
        <strong>{t('Ends in {{hint}}', { hint })}</strong>
        <small>
          {t('Expires {{day}}', { day: format.date(expires_at) })} ·{' '}
          {last_used_at === null ? (
            t('not used yet')
          ) : (
            <>
              {t('last used')} <RelativeTime at={last_used_at} />
            </>
          )}
        </small>
      </div>
      <ActionButton
        route={revokeServiceSecret}
        input={{ params: { console_user_id: accountId, secret_id: id } }}
        label={t('Revoke')}
        icon={IconTrash}
        confirm={{
          title: t('Revoke the secret that ends in {{hint}}?', { hint }),
          children: t('Scripts that use it lose access immediately, and their tokens stop working.'),
          keepLabel: t('Keep secret'),
          isDanger: true,
        }}
      />
    </li>
  )
}
