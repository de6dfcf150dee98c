"""The parts that programs share. After an error, programs end with one line of advice."""

from bank_data import BankData
from client import Client, end_on_errors
from refresh_queue import RefreshQueue
from store import Store

end_on_errors()
client = Client()
store = Store()
bank_data = BankData(store)
queue = RefreshQueue(client, store)
