import {
  createSavedView,
  deleteSavedView,
  listListLayouts,
  listSavedViews,
  saveListLayout,
  updateSavedView,
} from '@wheelhouse/contract/saved-views/saved-views.ts'
import { sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: [
    sample(listListLayouts, { decidesItself: true }),
    sample(saveListLayout, { params: { list: 'locations' }, body: {}, decidesItself: true }),
    sample(listSavedViews, { decidesItself: true }),
    sample(createSavedView, { body: { list: 'locations', name: 'Swept', search: 'q=a' }, decidesItself: true }),
    sample(updateSavedView, { body: { name: 'Swept' }, decidesItself: true, isUnkeyed: true }),
    sample(deleteSavedView, { decidesItself: true, isUnkeyed: true }),
  ],
}
