using System.Diagnostics.Metrics;
using Accelerator.Service.Tests.Core;

namespace Accelerator.Service.Tests.Metrics;

public sealed class MetricTests
{
    [Fact]
    public async Task Counters_gauges_and_histograms_are_written_as_Prometheus_reads_them()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.DeliverAsync("a", TimeSpan.FromSeconds(2), 1000);
        await fixture.DeliverAsync("b", TimeSpan.FromMinutes(11), 500);
        await fixture.GiveUpAsync(FiguresFixture.Hostile, FileState.Quarantined, "no", "verification");
        fixture.Core.Events.Report(new JobEvent.Refused(await fixture.ClaimAsync("c"), DeliveryAction.TryAgain, "network", "no"));
        fixture.Polled();
        await fixture.ReadAsync();
        var text = fixture.Prometheus.Write();
        foreach (var line in (string[])
        [
            "# HELP accelerator_files_total Delivery attempts: delivered, retried, failed, quarantined.", "# TYPE accelerator_files_total counter",
            "accelerator_files_total{job=\"passes\",result=\"delivered\"} 2", "accelerator_files_total{job=\"passes\",result=\"retried\"} 1",
            "accelerator_delivered_bytes_total{job=\"passes\"} 1500", "accelerator_delivery_seconds_bucket{job=\"passes\",le=\"1\"} 0", "accelerator_delivery_seconds_bucket{job=\"passes\",le=\"2.5\"} 1",
            "accelerator_delivery_seconds_bucket{job=\"passes\",le=\"+Inf\"} 2", "accelerator_delivery_seconds_sum{job=\"passes\"} 662", "accelerator_delivery_seconds_count{job=\"passes\"} 2",
            "accelerator_looks_total{job=\"passes\",result=\"complete\"} 1", "# TYPE accelerator_backlog_files gauge", "accelerator_backlog_files{job=\"passes\"} 1", "accelerator_backlog_files{job=\"orbits\"} 0",
            "accelerator_oldest_undelivered_seconds{job=\"orbits\"} 0", "accelerator_objective_seconds{job=\"passes\"} 600", "accelerator_in_time_ratio{job=\"passes\"} 0.5",
            "accelerator_put_aside_files{job=\"passes\",state=\"quarantined\"} 1", "accelerator_session_limit{server=\"svalbard\"} 6", "accelerator_ready 1", "accelerator_concerns 1",
        ]) Assert.Contains(line + "\n", text);
        Assert.All(text.TrimEnd('\n').Split('\n'), line => Assert.Matches("""^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.]+)$""", line));
        Assert.DoesNotContain("alert", text);
    }

    [Fact]
    public async Task A_job_that_is_gone_has_no_gauges_and_keeps_its_counters()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.DeliverAsync("a", TimeSpan.FromSeconds(2));
        await fixture.ReadAsync();
        Assert.Contains("accelerator_backlog_files{job=\"passes\"}", fixture.Prometheus.Write());
        await fixture.Core.ApplyAsync(fixture.Core.Jobs! with { Jobs = [] }, CancellationToken.None).SoonAsync();
        fixture.Time.Advance(TimeSpan.FromSeconds(1));
        await fixture.ReadAsync();
        var text = fixture.Prometheus.Write();
        Assert.DoesNotContain("accelerator_backlog_files", text);
        Assert.Contains("accelerator_files_total{job=\"passes\",result=\"delivered\"} 1\n", text);
    }

    /// <summary>The second scrape has begun when the first one writes: it must not have removed a gauge that the first one is to write.</summary>
    [Fact]
    public async Task Two_scrapes_at_the_same_time_have_all_gauges()
    {
        using var meter = new Meter("two scrapes");
        using var prometheus = new PrometheusText(meter);
        using var isSecondIn = new ManualResetEventSlim();
        using var isFirstOver = new ManualResetEventSlim();
        var answer = new TaskCompletionSource<string>();
        var second = new Thread(() => answer.SetResult(prometheus.Write()));
        meter.CreateObservableGauge("accelerator_ready", () =>
        {
            if (Thread.CurrentThread != second) return 1L;
            isSecondIn.Set();
            isFirstOver.Wait(ScriptedServer.Patience);
            return 1L;
        });
        meter.CreateObservableGauge("accelerator_concerns", () =>
        {
            if (Thread.CurrentThread == second) return 2L;
            second.Start();
            // Either the second scrape reads the gauges, or it waits for the first one.
            SpinWait.SpinUntil(() => isSecondIn.IsSet || second.ThreadState.HasFlag(System.Threading.ThreadState.WaitSleepJoin), ScriptedServer.Patience);
            return 2L;
        });
        var first = prometheus.Write();
        isFirstOver.Set();
        foreach (var text in (string[])[first, await answer.Task.SoonAsync()])
        {
            Assert.Contains("accelerator_ready 1\n", text);
            Assert.Contains("accelerator_concerns 2\n", text);
        }
    }

    [Fact]
    public void Names_have_base_units_and_labels_are_few()
    {
        Assert.Equal(MetricTable.Rows.Count, MetricTable.Rows.Select(row => row.Name).Distinct().Count());
        Assert.All(MetricTable.Rows, row =>
        {
            Assert.Equal(row.Kind == "counter", row.Name.EndsWith("_total", StringComparison.Ordinal));
            Assert.Matches("^accelerator_[a-z_]+$", row.Name);
            Assert.Empty(row.Labels.Split(", ", StringSplitOptions.RemoveEmptyEntries).Except(["job", "server", "gateway", "result", "state", "version"]));
        });
    }

    /// <summary>A minimal collector: it accepts the posted data and searches it for the metric's name.</summary>
    /// <summary>The computer's own name is no loopback address by its text.</summary>
    [Theory]
    [InlineData("127.0.0.1", true)]
    [InlineData(null, false)]
    public async Task A_key_in_the_headers_is_not_sent_unencrypted_to_another_computer(string? host, bool isSent)
    {
        const string Variable = "OTEL_EXPORTER_OTLP_HEADERS";
        await using var fixture = await FiguresFixture.StartedAsync();
        using var listener = new TcpListener(IPAddress.Any, 0);
        using var log = new HeardLog();
        listener.Start();
        Environment.SetEnvironmentVariable(Variable, "api-key=geheim");
        try
        {
            await using var telemetry = new TelemetryKeeper(fixture.Figures, TimeProvider.System, log);
            await telemetry.ApplyAsync(new Uri($"http://{host ?? Dns.GetHostName()}:{((IPEndPoint)listener.LocalEndpoint).Port}"), CancellationToken.None);
            using var client = await listener.AcceptSocketAsync().SoonAsync();
            var buffer = new byte[64 << 10];
            var head = "";
            while (!head.Contains("\r\n\r\n", StringComparison.Ordinal)) head += Encoding.Latin1.GetString(buffer, 0, await client.ReceiveAsync(buffer).SoonAsync());
            Assert.Equal(isSent, head.Contains("geheim", StringComparison.Ordinal));
            await client.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"u8.ToArray());
            Assert.Equal(isSent ? 0 : 1, log.Sentences.Count(one => one.StartsWith($"The headers of {Variable} are not sent to ", StringComparison.Ordinal)));
        }
        finally
        {
            Environment.SetEnvironmentVariable(Variable, null);
        }
    }

    [Fact]
    public async Task A_collector_gets_metrics_over_HTTP_as_protocol_buffers()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        using var collector = new HttpListener();
        using var port = new ClosedPort();
        collector.Prefixes.Add($"http://127.0.0.1:{port.Number}/");
        collector.Start();
        await using var telemetry = new TelemetryKeeper(fixture.Figures, TimeProvider.System, NullLogger.Instance);
        await telemetry.ApplyAsync(new Uri($"http://127.0.0.1:{port.Number}/in"), CancellationToken.None);
        var context = await collector.GetContextAsync().SoonAsync();
        Assert.Equal(("POST", "/in/v1/metrics", "application/x-protobuf"), (context.Request.HttpMethod, context.Request.Url!.AbsolutePath, context.Request.ContentType));
        using var body = new MemoryStream();
        await context.Request.InputStream.CopyToAsync(body).SoonAsync();
        context.Response.Close();
        var text = Encoding.Latin1.GetString(body.ToArray());
        foreach (var word in (string[])["accelerator_backlog_files", "accelerator_ready", "passes", "ftpxd"]) Assert.Contains(word, text);
    }
}
