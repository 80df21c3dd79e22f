// Every REST route, one import per entity.
import { vlanRoutes } from '../entities/vlan/vlan.rest';
import type { Route } from './route';

export const routes: readonly Route[] = [...vlanRoutes];
