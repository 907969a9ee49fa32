import { createRoot } from 'react-dom/client'
import { ThemeProvider } from '../theme/ThemeProvider.tsx'
import { Gallery } from './gallery.tsx'

const asked = new URLSearchParams(location.search)
const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <ThemeProvider scheme={asked.get('scheme') === 'light' ? 'light' : 'dark'}>
      <Gallery scene={asked.get('scene') ?? 'parts'} />
    </ThemeProvider>,
  )
}
