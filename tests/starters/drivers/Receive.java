/** Receives events for stored consents, and prints each consent instead of reading it. */
public final class Receive {
    private Receive() {}

    public static void main(String[] arguments) throws Exception {
        var store = new Store("jdbc:sqlite:" + System.getenv("DATA_DIR") + "/bank.db");
        new Inbox(store, new BankData(store)).listen(Integer.parseInt(System.getenv("WEBHOOK_PORT")), "/webhooks");
        System.out.println("ready");
        while (true) {
            for (var row : store.all("SELECT consent_id FROM inbox")) System.out.println("read " + row.get("consent_id"));
            Thread.sleep(100);
        }
    }
}
