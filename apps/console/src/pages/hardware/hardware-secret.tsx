import { IconBan, IconRefresh } from '@tabler/icons-react'
import { revokeControllerSecret, rotateControllerSecret } from '@wheelhouse/contract/hardware/controller-secrets.ts'
import { ActionButton, useMayDo } from '../../forms/action-button.tsx'
import { t } from '../../i18n/i18n.ts'
import { Card } from '../../ui/details/key-values.tsx'
import classes from './hardware-page.module.css'

/** The secret with which a controller signs in to the broker. Only those who may replace it see the card. */
export function HardwareSecret({ id }: { id: string }) {
  const isOffered = useMayDo(rotateControllerSecret)
  if (!isOffered) return null
  return (
    <Card title={t('Controller secret')}>
      <div className={classes.stack}>
        <p className={classes.lead}>
          {t('The controller uses this secret to sign in. The command history shows each rotation.')}
        </p>
        <div className={classes.start}>
          <ActionButton
            route={rotateControllerSecret}
            input={{ body: { hardware_id: id } }}
            label={t('Rotate')}
            icon={IconRefresh}
            confirm={{
              title: t('Rotate the secret of this controller?'),
              children: t(
                'The controller receives a new secret by command. The current secret works until the controller confirms the new one and reconnects with it.',
              ),
              keepLabel: t('Keep secret'),
            }}
          />
          <ActionButton
            route={revokeControllerSecret}
            input={({ comment }) => ({ body: { hardware_id: id, comment } })}
            label={t('Revoke')}
            icon={IconBan}
            confirm={{
              title: t('Revoke the secret of this controller now?'),
              children: t(
                'Use this for a stolen controller. Its connection ends immediately. The controller and its children stay offline until it connects with the provisioning secret and someone accepts it under New hardware.',
              ),
              keepLabel: t('Keep secret'),
              isDanger: true,
              comment: { label: t('Comment'), minLength: 0, maxLength: 500, isRequired: false },
            }}
          />
        </div>
      </div>
    </Card>
  )
}
