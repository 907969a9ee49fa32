import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NotFoundPage } from '../error-pages.tsx'

export const Route = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })
