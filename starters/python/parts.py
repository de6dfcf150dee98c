"""The parts that programs share. Programs end at errors with a line that says what to do."""

from bank_data import BankData
from client import Client, end_on_errors
from refresh_queue import RefreshQueue
from store import Store

end_on_errors()
client = Client()
store = Store()
bank_data = BankData(store)
queue = RefreshQueue(client, store)
