import type { Chance } from '../chance.ts';

/** Three phases of 6 to 16 A: the dialog of a car, which needs two hours of all that it takes where nobody says how full it is. */
export const carDialog = {
  ...{ kind: 'car', capacityKwh: '60', phases: '3', minAmps: '6', maxAmps: '16', efficiency: '100' },
  ...{ targetSoc: '80', energyKwh: '22.08', readyBy: '07:00' },
};
export const carKwh = { capacity: 60, target: 48, unsaid: 22.08 };
export const carReadyBy = '07:00';
export const carKw = 11.04;

/** A car as it is, whatever anybody knows of it. */
export function createCar(chance: Chance) {
  const car = {
    isThere: false,
    kwh: 0,
    /** It says how full it is, at its charger. */
    speaks: false,
    comes() {
      // What nobody says still fits into it.
      Object.assign(car, {
        isThere: true,
        kwh: chance.below(Math.floor(carKwh.capacity - carKwh.unsaid)),
        speaks: chance.below(2) === 0,
      });
    },
    goes() {
      car.isThere = false;
    },
    /** What it has taken of that. */
    take(kwh: number): number {
      const taken = car.isThere ? Math.min(kwh, carKwh.capacity - car.kwh) : 0;
      car.kwh += taken;
      return taken;
    },
    /** Percent. */
    soc: () => Math.min(100, (car.kwh / carKwh.capacity) * 100),
  };
  return car;
}
