/** Counts the alerts that were set in this page, so that their list asks again. */
class Changes {
  count = $state(0);
}

export const changes = new Changes();
