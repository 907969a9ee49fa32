import { templates } from '@wheelhouse/contract/templates/templates.ts'
import { id } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const templatesAddress = listAddress(templates, { open: id }, ['id'])
export type TemplatesSearch = SearchOf<typeof templatesAddress>
