import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { ColumnsMenuProps } from './columns-list.tsx'
import classes from './columns-menu.module.css'
import { arrange } from '../data-table/layout.ts'
import { IconButton } from '../base/button.tsx'
import { later } from '../base/lazy.tsx'
import { Popover } from '../dialogs/overlay.tsx'
import { t } from '../base/translate.ts'

const columnsList = later(() => import('./columns-list.tsx').then((module) => module.ColumnsList))

/** At the right of the filter bar: "17 / 19" opens the list of columns, and the icon next to it sets the row density. */
export const TableControls = (props: ColumnsMenuProps) => (
  <>
    <ColumnsButton {...props} />
    <DensityButton {...props} />
  </>
)

function ColumnsButton(props: ColumnsMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const arranged = arrange(props.columns, props.layout)
  const shown = arranged.filter((column) => column.isVisible).length
  return (
    <Popover
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-end"
      content={columnsList}
      target={
        <button
          type="button"
          className={classes.button}
          aria-label={t('Columns, {{shown}} / {{all}} shown', { shown, all: arranged.length })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconColumns3 size={15} aria-hidden />
          {shown} / {arranged.length}
        </button>
      }
    >
      {(ColumnsList) => <ColumnsList {...props} />}
    </Popover>
  )
}

function DensityButton({ layout, onLayout }: Pick<ColumnsMenuProps, 'layout' | 'onLayout'>) {
  const isCompact = layout.density === 'compact'
  const word = isCompact ? t('Comfortable rows') : t('Compact rows')
  const Icon = isCompact ? IconBaselineDensitySmall : IconBaselineDensityMedium
  return (
    <IconButton
      className={classes.density}
      aria-label={word}
      data-tip={word}
      onClick={() => onLayout({ ...layout, density: isCompact ? 'comfortable' : 'compact' })}
    >
      <Icon size={15} />
    </IconButton>
  )
}
