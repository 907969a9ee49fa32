import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { rentalCommandNames, rentalCommandRule } from '@wheelhouse/contract/commands/rental-commands.ts'
import type { RentalCommandName } from '@wheelhouse/contract/commands/rental-commands.ts'
import { otherReasons, reasonNeeded, stuckUserReasons } from '@wheelhouse/contract/commands/command-bodies.ts'
import { requiredComment } from '@wheelhouse/contract/texts.ts'
import { t } from '../../i18n/i18n.ts'
import { reasonWord } from './command-offers.ts'

const isRental = (name: string): name is RentalCommandName => isOneOf(rentalCommandNames, name)

/** A newer server may know more commands than this build. */
export const rentalCommandLabel = (name: string): string =>
  isRental(name) ? t(rentalCommandRule(name).label) : name.replaceAll('_', ' ')

/** What a confirmation asks besides the command: why, and in which words. */
export const commandQuestion = () =>
  ({
    reason: {
      label: t('Reason'),
      required: t(reasonNeeded),
      options: [...otherReasons, ...stuckUserReasons].map((value) => ({ value, label: reasonWord(value) })),
    },
    comment: {
      label: t('Comment'),
      minLength: requiredComment.least,
      maxLength: requiredComment.most,
      isRequired: true,
      tooShort: t(requiredComment.sentence),
      placeholder: t('A short description of what happened'),
    },
  }) as const
