import { IconArchive, IconRefresh } from '@tabler/icons-react'
import { StaleVersion } from '../forms/stale-version-dialog.tsx'
import { differencesOf } from '../forms/stale-version.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'

const theirs = { label: 'Balti jaam, perroon 2', type: 'service', description: 'By the second door.' }
const before = { label: 'Balti jaam', type: 'pump', description: 'By the first door.' }
const names = Object.keys(before)

/** The questions of the forms scene: one with a comment, one about many, one between two people. */
export const FormQuestions = ({ open, onClose }: { open: string | null; onClose: () => void }) => (
  <>
    <ConfirmDialog
      opened={open === 'obsolete'}
      onClose={onClose}
      onConfirm={onClose}
      icon={IconArchive}
      isDanger
      title="Make 104217 obsolete?"
      confirmLabel="Make obsolete"
      keepLabel="Keep"
      comment={{
        label: 'Reason',
        minLength: 10,
        maxLength: 500,
        isRequired: true,
        lastOnes: ['Moved to the other side', 'Contract ended in October'],
      }}
    >
      <p>Obsolete is final. 24 docks go out of service and 14 bikes are parked here now.</p>
    </ConfirmDialog>
    <ConfirmDialog
      opened={open === 'many'}
      onClose={onClose}
      onConfirm={onClose}
      icon={IconRefresh}
      isDanger
      title="Reboot 48 devices?"
      confirmLabel="Reboot"
      keepLabel="Keep"
      reason={{ label: 'Reason', options: [{ value: 'firmware', label: 'Firmware' }], required: 'Choose a reason' }}
      count={{ of: 48, from: 20 }}
    >
      <p>48 devices at 3 locations restart and do not answer for some seconds.</p>
    </ConfirmDialog>
    {open === 'stale' && (
      <StaleVersion
        met={{
          theirs: { values: theirs, version: 3 },
          differences: differencesOf(names, before, { ...before, label: 'Balti jaam, perroon 1' }, theirs),
          fields: names.map((name) => ({ name, label: name.replace(/^./, (first) => first.toUpperCase()) })),
        }}
        isInPlace={false}
        onBack={onClose}
        onSave={onClose}
      />
    )}
  </>
)
