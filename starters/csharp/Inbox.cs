using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

/// <summary>Receives Transactions Fetched events and reads their consents. Survives a restart.</summary>
public sealed class Inbox(Store store)
{
    private const int LongestBody = 16 * 1024;

    /// <summary>Starts a receiver. It runs until the program ends.</summary>
    public void Listen(int port, string path)
    {
        var listener = new HttpListener();
        listener.Prefixes.Add($"http://127.0.0.1:{port}/");
        try
        {
            listener.Start();
        }
        catch (Exception)
        {
            throw new InvalidOperationException(
                $"The receiver can't use port {port}. Set WEBHOOK_PORT to a different port.");
        }
        Task.Run(async () =>
        {
            while (true)
            {
                var context = await listener.GetContextAsync();
                _ = Task.Run(() => RespondAsync(context, path));
            }
        });
    }

    private async Task RespondAsync(HttpListenerContext context, string path)
    {
        try
        {
            context.Response.StatusCode = await ReceiveAsync(context.Request, path);
        }
        catch (Exception error)
        {
            Console.Error.WriteLine($"Receiving an event failed: {error.Message}");
            context.Response.StatusCode = 500; // unacknowledged events may be sent again
        }
        context.Response.Close();
    }

    // Puts an event into the inbox. Returns the response's status code.
    private async Task<int> ReceiveAsync(HttpListenerRequest request, string path)
    {
        var (given, expected) = (Encoding.UTF8.GetBytes(request.RawUrl ?? ""), Encoding.UTF8.GetBytes(path));
        if (request.HttpMethod != "POST" || !CryptographicOperations.FixedTimeEquals(given, expected)) return 404;
        using var body = new MemoryStream();
        var buffer = new byte[LongestBody];
        for (int count; (count = await request.InputStream.ReadAsync(buffer)) > 0;)
            if (body.Length <= LongestBody) body.Write(buffer, 0, count);
        if (body.Length > LongestBody) return 413;
        try
        {
            if (Client.Parse(Encoding.UTF8.GetString(body.ToArray()).TrimStart('\uFEFF')) is JsonObject item
                && Store.String(item["eventType"]) == "Transactions Fetched"
                && Store.String(item["consentId"]) is { } consentId) store.AddEvent(consentId);
            return 200;
        }
        catch (JsonException)
        {
            return 400;
        }
    }

    /// <summary>Reads the consents that are due. Returns those with new data. Later calls retry failed reads.</summary>
    public async Task<HashSet<string>> WorkAsync(Client client)
    {
        var read = new HashSet<string>();
        foreach (var (consentId, entry) in store.DueEvents())
        {
            try
            {
                if (await ReadAsync(client, consentId)) read.Add(consentId);
            }
            catch (Exception error) // even an unexpected one must not block other consents
            {
                Console.Error.WriteLine($"Reading consent {consentId} failed: {error.Message}");
                if (store.PutBack(consentId, entry)) continue;
                Console.Error.WriteLine($"Gave up on consent {consentId} a day after its last event.");
            }
            store.RemoveEvent(consentId, entry);
        }
        return read;
    }

    // Reads a consent after its event, which could be forged. Returns false if there's nothing new.
    private async Task<bool> ReadAsync(Client client, string consentId)
    {
        if (store.ConsentOf(consentId) is not { } known) return false; // The user was deleted meanwhile.
        JsonNode? consent = null;
        try
        {
            consent = await client.CallAsync("GET", $"/Consent/{Uri.EscapeDataString(consentId)}");
        }
        catch (PlatformException error) when (error.Status == 404)
        {
            // The consent was deleted.
        }
        var status = consent?["status"]?.ToString();
        if (consent is null || Flow.HasEnded(status))
        {
            Console.Error.WriteLine($"Consent {consentId} has ended ({status ?? "deleted"}). Its data is kept.");
            store.EndConsent(consentId, DateTimeOffset.UtcNow);
            return false;
        }
        if (status is not ("4" or "UPDATED"))
            throw new InvalidOperationException($"The consent is in status {status}.");
        var updated = consent["dateTransactionsUpdated"]?.ToString();
        if (updated is not null && updated == known.DataUpdated) return false;
        await Flow.ReadConsentAsync(client, store, known.UserId, consent);
        return true;
    }
}
